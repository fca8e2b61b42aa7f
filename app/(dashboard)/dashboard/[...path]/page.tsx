import { notFound } from "next/navigation";

/** Every other address below the dashboard: a 404 inside the frame. */
export default function NoPage(): never {
  notFound();
}
