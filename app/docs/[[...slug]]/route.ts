import { documentsRoute } from "#app/_docs/documents.tsx";

export { documentsRoute as GET };

export const dynamic = "force-dynamic";
