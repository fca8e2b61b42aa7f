import { ButtonLink } from "#app/desk/ui/button.tsx";
import { Lobby } from "#app/desk/ui/lobby.tsx";

export default function NotFound() {
  return (
    <Lobby heading="Page not found">
      <p>There is nothing here, or it is not yours to see.</p>
      <ButtonLink look="first" href="/dashboard">
        Go to the dashboard
      </ButtonLink>
    </Lobby>
  );
}
