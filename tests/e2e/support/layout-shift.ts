/** The sum of the page's layout shifts so far that no input made (Layout Instability API). */
export function layoutShift(): Promise<number> {
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
  return new Promise((done) => {
    let sum = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) if (!entry.hadRecentInput) sum += entry.value;
    });
    observer.observe({ type: "layout-shift", buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => done(sum)));
  });
}
