import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { domainToASCII } from "node:url";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** `recipients`: of the envelope. */
type Received = { recipients: string[]; mail: Email; raw: string };

/** A real SMTP server that keeps what it is given. `onData`: what it does before it takes a mail, or throws to refuse it. */
export async function startSmtp() {
  const received: Received[] = [];
  const hooks = { onData: async (_recipients: string[]): Promise<void> => {} };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, { envelope }, done) {
      const recipients = envelope.rcptTo.map(({ address }) => asSent(address));
      read(stream)
        .then(async (raw) => {
          await hooks.onData(recipients);
          received.push({ recipients, mail: await PostalMime.parse(raw), raw: raw.toString() });
        })
        .then(() => done(), done);
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    hooks,
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

async function read(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The library shows an internationalized host in its own script, whatever was on the wire. */
function asSent(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  return address.slice(0, at) + domainToASCII(address.slice(at));
}
