import { writeFileSync } from "node:fs";
import type { Results } from "./report.ts";

const [WIDTH, LEFT, BAR, STEP] = [760, 300, 16, 26];

/** Bars of calls a second, as an SVG that takes the colours of a light or dark page. */
export function writeChart(file: string, { machine, rows }: Results): void {
  const shown = rows.filter(({ connections }) => connections > 1);
  const fastest = Math.max(...shown.map(({ rps }) => rps));
  const height = 48 + STEP * shown.length + 12;
  const bars = shown.map(({ name, path, rps }, n) => {
    const [y, width] = [48 + STEP * n, Math.max(1, ((WIDTH - LEFT - 70) * rps) / fastest)];
    return [
      `<text x="${LEFT - 10}" y="${y + 12}" text-anchor="end">${escaped(`${name}, ${path}`)}</text>`,
      `<rect class="${path === "server" ? "ours" : "other"}" x="${LEFT}" y="${y}" width="${Math.round(width)}" height="${BAR}" rx="2"/>`,
      `<text x="${LEFT + Math.round(width) + 8}" y="${y + 12}">${Math.round(rps).toLocaleString("en")}</text>`,
    ].join("\n");
  });
  const title = `Calls a second, ${machine.cores} cores, PostgreSQL ${machine.postgresql}, synchronous_commit=on`;
  writeFileSync(
    file,
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}">
<style>
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.ours { fill: #2457c5 } .other { fill: #8b949e }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .ours { fill: #6ea0ff } }
</style>
<text x="0" y="20" font-weight="600">${escaped(title)}</text>
${bars.join("\n")}
</svg>
`,
  );
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
