import type { Page } from "@playwright/test";
import { demo } from "./demo.ts";

/** Errors on the console, violations of the policy, and requests to other hosts. */
export function listenToComplaints(page: Page, status?: number): () => string[] {
  const heard: string[] = [];
  page.on("pageerror", (error) => heard.push(`page: ${error.message}`));
  page.on("console", (message) => {
    // The browser logs the status of a missing page.
    const isStatus = status !== undefined && message.text().includes(`status of ${status}`);
    if (message.type() === "error" && !isStatus) heard.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    const isOurs = origin === demo.baseUrl || request.isNavigationRequest() || protocol === "data:";
    if (!isOurs) heard.push(`asked: ${request.url()}`);
  });
  return () => heard;
}
