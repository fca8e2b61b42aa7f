import { frontPage } from "#app/hosted/front.tsx";

export { frontPage as GET };

export const dynamic = "force-dynamic";
