import { reasonText } from "#app/_http/reason-catalogue.ts";
import { WithCode } from "#app/_ui/with-code.tsx";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";

/** Shows what a reason means, what to do, and its causes: those that `Ageway-Detail` tells apart, then the others that are likely. */
export function ReasonEntry({ id, code }: { id: string; code: string }) {
  const text = reasonText(code);
  if (text === null) throw new Error(`No text for the reason ${code}`);
  const { words, fix, details, causes = [] } = text;
  return (
    <div id={id} className="py-2">
      <dt>
        <a className="text-accent" href={`/reasons/${code}`}>
          <code className="font-semibold">{code}</code>
        </a>
      </dt>
      <dd>
        <WithCode>{`${words}. ${fix}`}</WithCode>
        {details.length + causes.length > 0 && (
          <details>
            <summary className="min-h-8 w-fit py-1 text-accent">{wordsForIntegrators()("reference.causes")}</summary>
            <ul className="ps-5">
              {details.map(([name, cause]) => (
                <li key={name}>
                  <code>{name}</code> <WithCode>{cause}</WithCode>
                </li>
              ))}
              {causes.map((cause) => (
                <li key={cause}>
                  <WithCode>{cause}</WithCode>
                </li>
              ))}
            </ul>
          </details>
        )}
      </dd>
    </div>
  );
}
