export function POST() {
  const page =
    '<!doctype html><html lang="en"><title>Thank you</title><h1>Thank you</h1><p><a href="/">Back to the wines</a></p></html>';
  return new Response(page, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}
