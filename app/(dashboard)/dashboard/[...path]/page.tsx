import type { Metadata } from "next";
import { NoSuchPage } from "#app/(dashboard)/_components/no-such-page.tsx";

export const metadata: Metadata = { title: "Page not found" };
export const dynamic = "force-dynamic";

/** Answers every other address below the dashboard. */
export default NoSuchPage;
