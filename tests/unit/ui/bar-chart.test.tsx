import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BarChart } from "#app/_ui/bar-chart.tsx";
import { Bars } from "#app/_ui/bars.tsx";
import { Meter } from "#app/_ui/meter.tsx";
import { Sparkline } from "#app/_ui/sparkline.tsx";

const SERIES = [
  { name: "Confirmed", fill: "yes" },
  { name: "Not confirmed", fill: "no" },
] as const;

function chartOf(count: number) {
  const bars = Array.from({ length: count }, (_, n) => ({
    label: `${n + 1} Nov`,
    href: `/day/${n + 1}`,
    values: n === 0 ? null : [n, 1],
  }));
  return renderToStaticMarkup(
    <BarChart heading="Checks a day" bars={bars} series={SERIES} total="Links" format={String} />,
  );
}

test("a chart says its peak, and its table has every number, the newest day first", () => {
  const html = chartOf(30);
  expect(html).toContain("Peak: 30 on 30 Nov");
  const rows = [...html.matchAll(/<th scope="row"[^>]*>(.*?)<\/tr>/g)].map(([, row = ""]) =>
    row.replace(/<[^>]+>/g, " "),
  );
  expect(rows).toHaveLength(30);
  expect(rows[0]?.split(/\s+/).filter(Boolean)).toEqual(["30", "Nov", "29", "1", "30"]);
  expect(rows.at(-1)).toContain("no data");
});

test("each day with data is a link that says what its bar shows; where a day is too narrow for one, the table has it", () => {
  const links = (html: string) =>
    [...html.matchAll(/<li[^>]*><a [^>]*href="\/day\/\d+"[^>]*><span[^>]*>([^<]*)/g)].map(([, tip]) => tip);
  expect(links(chartOf(30))).toHaveLength(29);
  expect(links(chartOf(30))[0]).toBe("2 Nov: 2 links. 1 confirmed, 1 not confirmed");
  expect(links(chartOf(90))).toEqual([]);
  expect(chartOf(90)).toContain('href="/day/90"');
});

test("the list of links has the name of the chart, and none but the days with data", () => {
  const [, name, days = ""] = /<ol aria-label="([^"]*)"[^>]*>(.*?)<\/ol>/.exec(chartOf(30)) ?? [];
  expect([
    name,
    days.match(/<li\b(?![^>]*aria-hidden)/g)?.length,
    days.match(/<li\b[^>]*aria-hidden="true"[^>]*><\/li>/g)?.length,
  ]).toEqual(["Checks a day", 29, 1]);
});

test("a meter is red from 90 % and never says more than all", () => {
  const meter = (percent: number) => renderToStaticMarkup(<Meter label="Cap used" percent={percent} text="some" />);
  expect(meter(89)).not.toContain("bg-bad");
  expect(meter(90)).toContain("bg-bad");
  expect(meter(140)).toMatch(/aria-valuenow="100".*width:100%/);
});

test("a list of bars and a sparkline draw what they are given", () => {
  const items = [{ label: "Demo eID", href: "/e", percent: 82.44, value: "2 of 3", note: "82 %" }];
  expect(renderToStaticMarkup(<Bars items={items} />)).toMatch(/width:82\.4%.*href="\/e".*Demo eID.*2 of 3.*82 %/);
  expect(renderToStaticMarkup(<Sparkline values={[1, 2]} />)).toContain("stroke-chart-yes");
  expect(renderToStaticMarkup(<Sparkline values={[0, null]} />)).toContain("stroke-chart-no");
});
