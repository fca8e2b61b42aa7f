import { retentionPage } from "./page-of-retention.tsx";

export { retentionPage as GET };

export const dynamic = "force-dynamic";
