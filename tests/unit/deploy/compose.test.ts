import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { SECRETS } from "#lib/runtime/secret-files.ts";
import { settingNames, stopSeconds } from "#tests/support/settings.ts";

const compose = parse(readFileSync("compose.yml", "utf8"));
const services: [string, Record<string, never>][] = Object.entries(compose.services);
const { proxy, owner, ageway, database } = compose.services;

test("three settings have no default, and say what they want", () => {
  const asked = [...readFileSync("compose.yml", "utf8").matchAll(/\$\{(\w+):\?[^}]+\}/g)].map(([, name]) => name);
  expect([...new Set(asked)]).toEqual(["BASE_URL", "EID_S_ISSUER", "EID_S_CLIENT_ID"]);
});

test.for([ageway, owner])("Ageway is told settings that there are, and secrets by files alone", ({ environment }) => {
  for (const name of Object.keys(environment))
    expect([...settingNames(), ...SECRETS.map((secret) => `${secret}_FILE`)]).toContain(name);
  for (const name of SECRETS) expect(environment).not.toHaveProperty(name);
});

test("the login of the owner is in the container that migrates alone, and Ageway starts when that is done", () => {
  const withOwner = services.filter(([, service]) => JSON.stringify(service).includes("database_owner_url"));
  expect(withOwner.map(([name]) => name)).toEqual(["owner"]);
  expect(owner.command).toEqual(["cli/ageway", "migrate"]);
  expect(ageway.depends_on).toEqual({ owner: { condition: "service_completed_successfully" } });
});

test("every secret, network and volume that a service names is declared, and every file is there", () => {
  for (const [name, service] of services) {
    const { secrets = [], networks = [], volumes = [] } = service as Record<string, (string | { source: string })[]>;
    for (const secret of secrets)
      expect(Object.keys(compose.secrets), name).toContain(typeof secret === "string" ? secret : secret.source);
    for (const network of networks) expect(Object.keys(compose.networks)).toContain(network);
    for (const volume of volumes) {
      const [source = ""] = String(volume).split(":");
      expect(source.startsWith("./") ? existsSync(source) : source in compose.volumes, source).toBe(true);
    }
  }
  const made = readFileSync("deploy/secrets.sh", "utf8");
  for (const { file } of Object.values<{ file: string }>(compose.secrets))
    expect(made).toContain(`keep ${file.replace("secrets/", "")} `);
});

test("only the proxy has ports, and the database is out of its reach and of the network's", () => {
  expect(services.filter(([, service]) => "ports" in service).map(([name]) => name)).toEqual(["proxy"]);
  expect(database.networks).toEqual(["inside"]);
  expect(compose.networks.inside).toEqual({ internal: true });
  expect(proxy.networks).not.toContain("inside");
  expect(proxy.environment.AGEWAY_UPSTREAMS).toBe("ageway:3000");
});

test("each image is a version that an operator can pin, and install.md says how", () => {
  const document = readFileSync("docs/operate/install.md", "utf8");
  const dockerfile = readFileSync("Dockerfile", "utf8");
  const named = [...readFileSync("compose.yml", "utf8").matchAll(/(?:image|NODE): (?!ageway$)(.+)$/gm)];
  expect(named).toHaveLength(3);
  for (const [, image = ""] of named) {
    const [, setting, tag = "", name] = /^\$\{(\w+):-(([a-z]+):\d+(?:\.\d+)+(?:-[\w-]+)?)\}$/.exec(image) ?? [];
    expect(document, image).toContain(`docker buildx imagetools inspect ${tag}\n`);
    expect(document, image).toContain(`\n${setting}=${name}@sha256:…\n`);
  }
  const { NODE } = ageway.build.args;
  expect(dockerfile).toContain(`ARG NODE=${/:-(.+)\}/.exec(NODE)?.[1]}\n`);
  expect(dockerfile.match(/^FROM (?!\$\{NODE\}).+$/gm)).toBeNull();
});

test("no service may gain privileges, and each has time to stop", () => {
  for (const [name, service] of services as unknown as [string, Record<string, string>][]) {
    expect(service.security_opt, name).toEqual(["no-new-privileges:true"]);
    expect(service.restart, name).toBe(name === "owner" ? undefined : "unless-stopped");
  }
  expect(Number.parseInt(ageway.stop_grace_period, 10)).toBeGreaterThan(stopSeconds());
});

test("what is in memory has options that Docker and Podman both know", () => {
  for (const [name, service] of services as unknown as [string, { tmpfs?: string[] }][])
    for (const place of service.tmpfs ?? [])
      expect(place.split(":")[1]?.replaceAll(/\b(?:mode|size)=\w+,?/g, "") ?? "", name).toBe("");
});
