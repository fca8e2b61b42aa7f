import { reasonsPage } from "./page-of-reasons.tsx";

export { reasonsPage as GET };

export const dynamic = "force-dynamic";
