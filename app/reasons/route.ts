import { reasonsPage } from "#app/hosted/reasons.tsx";

export { reasonsPage as GET };

export const dynamic = "force-dynamic";
