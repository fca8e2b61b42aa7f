import { homePage } from "./verify/_views/home.tsx";

export { homePage as GET };

export const dynamic = "force-dynamic";
