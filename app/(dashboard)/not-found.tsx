import { Button } from "#app/_ui/button.tsx";
import { CenteredLayout } from "#app/_ui/centered-layout.tsx";
import { showMine } from "./_lib/choose-organization.ts";

/** Also for members whose browser still chooses an organization that they have left: the button chooses another one. */
export default function NotFound() {
  return (
    <CenteredLayout heading="Page not found">
      <p>There is nothing here, or it is not yours to see.</p>
      <form action={showMine}>
        <Button variant="primary">Go to my dashboard</Button>
      </form>
    </CenteredLayout>
  );
}
