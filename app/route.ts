import { frontPage } from "./verify/_views/home.tsx";

export { frontPage as GET };

export const dynamic = "force-dynamic";
