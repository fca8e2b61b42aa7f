import { readFileSync } from "node:fs";
import { familyOf } from "./cpu.ts";

/** What a process and all that it started hold, in bytes; a page of a file that several have mapped counts once. */
export function memoryOf(pid: number): number {
  const files = new Map<string, number>();
  let own = 0;
  for (const one of familyOf(pid)) {
    let file = "";
    for (const line of readFileSync(`/proc/${one}/smaps`, "utf8").split("\n")) {
      // A mapping's addresses, flags, offset, device, inode and file; then its figures in kB (proc_pid_smaps(5)).
      const [, flags, inode, name] = /^[0-9a-f]+-[0-9a-f]+ (\S+) \S+ \S+ (\d+) *(.*)$/.exec(line) ?? [];
      if (inode !== undefined) file = inode === "0" ? "" : `${name} ${flags}`;
      const [, figure, kb] = /^(Rss|Anonymous): +(\d+) kB$/.exec(line) ?? [];
      const bytes = 1_024 * Number(kb);
      if (figure === "Anonymous") own += bytes;
      if (figure === "Rss" && file !== "") files.set(file, Math.max(files.get(file) ?? 0, bytes));
    }
  }
  // What a process has written of its copy of a file counts twice here, a megabyte or two.
  return own + [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
}
