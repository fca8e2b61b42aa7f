/** Asks again some time after each answer, one at a time, until `ask` answers false. Answers what stops it. */
export function poll(ask: () => Promise<boolean>, everyMs: number): () => void {
  let isOn = true;
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(async () => {
      if ((await ask()) && isOn) wait();
    }, everyMs);
  };
  wait();
  return () => {
    isOn = false;
    clearTimeout(timer);
  };
}
