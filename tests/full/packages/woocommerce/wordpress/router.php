<?php

// Of PHP's own server: what is no file is WordPress', as by its rules for Apache.

$path = rawurldecode(strtok($_SERVER['REQUEST_URI'], '?'));
$file = __DIR__ . $path;
if (is_file($file) && !str_ends_with($file, '.php')) {
    return false;
}
$program = is_dir($file) && is_file("$file/index.php") ? rtrim($path, '/') . '/index.php' : $path;
if (!is_file(__DIR__ . $program) || !str_ends_with($program, '.php')) {
    $program = '/index.php';
}
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = $program;
$_SERVER['SCRIPT_FILENAME'] = __DIR__ . $program;
chdir(dirname(__DIR__ . $program));
require __DIR__ . $program;
