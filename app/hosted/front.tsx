import { Frame } from "./frame.tsx";
import { htmlPage } from "./html.ts";
import { isLocal, settingOf } from "./screen.tsx";
import { Ways } from "./ways.tsx";

export function frontPage(): Promise<Response> {
  const setting = settingOf(null);
  const { words } = setting;
  return htmlPage(
    <Frame {...setting} heading={words("front.heading")} host={null}>
      <p>{words("front.text")}</p>
      <Ways ways={[{ words: words("front.reasons"), href: "/reasons" }]} />
    </Frame>,
    200,
    { isLocal: isLocal(setting) },
  );
}
