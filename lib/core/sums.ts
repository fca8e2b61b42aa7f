import { Counter, type Histogram, type Metric, register } from "prom-client";

/**
 * Counters and histograms as prom-client shows them. Its own hash and compare the labels at every call, which takes nine times
 * as long; these find their sum by the values of the labels, and hand it over when somebody asks.
 */
export function counter(name: string, help: string, labelNames: readonly string[] = []) {
  return once(name, () => {
    const sums = sumsByLabels(labelNames, () => ({ count: 0 }));
    const made = new Counter({
      name,
      help,
      labelNames,
      collect() {
        made.reset();
        for (const { labels, sum } of sums.all) made.inc(labels, sum.count);
      },
    });
    const add = (by: number, ...values: string[]) => {
      sums.of(values).count += by;
    };
    return Object.assign(made, { add });
  });
}

/** `bounds`: the largest value of each bucket, in order; larger ones count in one more. */
export function histogram(name: string, help: string, labelNames: readonly string[], bounds: readonly number[]) {
  return once(name, () => {
    const sums = sumsByLabels(labelNames, () => ({ buckets: [...bounds, 0].fill(0), count: 0, total: 0 }));
    const add = (value: number, ...values: string[]) => {
      const sum = sums.of(values);
      let bucket = 0;
      while (value > (bounds[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1;
      sum.buckets[bucket] = (sum.buckets[bucket] ?? 0) + 1;
      sum.count += 1;
      sum.total += value;
    };
    const get = async () => ({ name, help, type: "histogram", aggregator: "sum", values: sums.all.flatMap(valuesOf) });
    const valuesOf = ({ labels, sum: { buckets, count, total } }: (typeof sums.all)[number]) => {
      let below = 0;
      const cumulative = bounds.map((le, n) => {
        below += buckets[n] ?? 0;
        return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: below };
      });
      return [
        ...cumulative,
        { metricName: `${name}_bucket`, labels: { le: "+Inf", ...labels }, value: count },
        { metricName: `${name}_sum`, labels, value: total },
        { metricName: `${name}_count`, labels, value: count },
      ];
    };
    // The library's histogram takes only single values. Its registry asks a metric for nothing but this.
    const made = { name, get, add };
    register.registerMetric(made as unknown as Histogram);
    return made as unknown as Metric & { add: typeof add };
  });
}

/** In one process, the production entry and Next's build each contain this module, and the library is there once. */
export function once<Made extends Metric>(name: string, make: (name: string) => Made): Made {
  return (register.getSingleMetric(name) as Made | undefined) ?? make(name);
}

type Place<Sum> = { next: Map<string, Place<Sum>>; sum: Sum | null };

/** One sum for each combination of values: a map for each label, so that finding it makes no text. */
function sumsByLabels<Sum>(labelNames: readonly string[], make: () => Sum) {
  const all: { labels: Record<string, string>; sum: Sum }[] = [];
  const begin: Place<Sum> = { next: new Map(), sum: null };
  const of = (values: readonly string[]): Sum => {
    let place = begin;
    for (const value of values) {
      let next = place.next.get(value);
      if (next === undefined) {
        next = { next: new Map(), sum: null };
        place.next.set(value, next);
      }
      place = next;
    }
    if (place.sum === null) {
      place.sum = make();
      all.push({ labels: Object.fromEntries(labelNames.map((name, n) => [name, values[n] ?? ""])), sum: place.sum });
    }
    return place.sum;
  };
  return { all, of };
}
