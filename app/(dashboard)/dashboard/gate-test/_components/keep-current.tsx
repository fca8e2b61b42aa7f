"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const EVERY_MS = 3_000;

/** Reads the page anew every three seconds while somebody looks at it: a walk takes a minute at most. */
export function KeepCurrent() {
  const { refresh } = useRouter();
  useEffect(() => {
    const timer = setInterval(() => document.hidden || refresh(), EVERY_MS);
    return () => clearInterval(timer);
  }, [refresh]);
  return null;
}
