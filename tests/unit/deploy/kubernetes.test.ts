import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { SECRETS } from "#lib/runtime/secret-files.ts";
import { readDockerfile } from "#tests/support/image.ts";
import { settingNames, stopSeconds } from "#tests/support/settings.ts";

const documents = parseAllDocuments(readFileSync("deploy/kubernetes.yaml", "utf8"));
const [config, deployment, service, budget] = documents.map((document) => document.toJS());
const { spec: pod, metadata } = deployment.spec.template;
const [container] = pod.containers;
const [migration] = pod.initContainers;
const image = readDockerfile();

test("it is sound YAML, of the four kinds that it wants", () => {
  for (const { errors, warnings } of documents) expect([...errors, ...warnings]).toEqual([]);
  const kinds = [config, deployment, service, budget].map(({ kind, apiVersion }) => `${apiVersion} ${kind}`);
  expect(kinds).toEqual(["v1 ConfigMap", "apps/v1 Deployment", "v1 Service", "policy/v1 PodDisruptionBudget"]);
  expect(documents).toHaveLength(4);
});

test("every selector finds the pods, and every port is the one that the image listens on", () => {
  for (const found of [deployment.spec.selector.matchLabels, service.spec.selector, budget.spec.selector.matchLabels])
    expect(metadata.labels).toMatchObject(found);
  expect(container.ports).toEqual([{ name: "http", containerPort: Number(image.env.PORT) }]);
  expect(service.spec.ports[0].targetPort).toBe("http");
});

test("two pods run; an upgrade or a drained machine leaves enough of them", () => {
  expect(deployment.spec).toMatchObject({ replicas: 2, strategy: { rollingUpdate: { maxUnavailable: 0 } } });
  expect(budget.spec.minAvailable).toBe(1);
});

test("probes ask what there is: whether it lives to restart it, whether it is ready to send it traffic", () => {
  const { startupProbe, livenessProbe, readinessProbe } = container;
  for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe]) {
    expect(existsSync(`app${httpGet.path}/route.ts`), httpGet.path).toBe(true);
    expect(httpGet.port).toBe("http");
  }
  expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => basename(httpGet.path))).toEqual([
    "live",
    "live",
    "ready",
  ]);
});

test("a pod that stops has time for preStop, the delay and the answers that it owes", () => {
  const wait = Number(container.lifecycle.preStop.exec.command[1]);
  const delay = Number(config.data.SHUTDOWN_DELAY_SECONDS);
  const { periodSeconds, failureThreshold } = container.readinessProbe;
  expect(delay).toBeGreaterThan(periodSeconds * failureThreshold);
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(wait + delay + stopSeconds());
});

test("it runs as the image's user, writes to /tmp alone and has no privileges", () => {
  const [user, group] = (image.user ?? "").split(":").map(Number);
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: user, runAsGroup: group });
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"] },
  });
  expect(image.env.DATA_DIR).toMatch(/^\/tmp\//);
  expect(pod).toMatchObject({ automountServiceAccountToken: false });
});

test("settings are settings, and secrets come as files that are mounted", () => {
  for (const name of Object.keys(config.data)) {
    expect(settingNames()).toContain(name);
    expect(SECRETS).not.toContain(name);
  }
  const [secrets, owner, tmp] = pod.volumes;
  expect([secrets.name, tmp.name]).toEqual(container.volumeMounts.map(({ name }: { name: string }) => name));
  const files = secrets.secret.items.map(
    ({ path }: { path: string }) => `${container.volumeMounts[0].mountPath}/${path}`,
  );
  expect(container.env.map(({ value }: { value: string }) => value).toSorted()).toEqual(files.toSorted());
  for (const { name } of container.env) expect(SECRETS.map((secret) => `${secret}_FILE`)).toContain(name);
  const made = Object.keys(parse(readFileSync("compose.yml", "utf8")).secrets);
  for (const { key } of [...secrets.secret.items, ...owner.secret.items]) expect(made).toContain(key);
});

test("the login of the owner is in the container that migrates alone", () => {
  const { image, securityContext } = container;
  expect(migration).toMatchObject({ image, securityContext, command: ["cli/ageway", "migrate"] });
  expect(JSON.stringify(container)).not.toContain("owner");
  const mounts = migration.volumeMounts.map(({ name }: { name: string }) => name);
  expect(mounts).toEqual(pod.volumes.map(({ name }: { name: string }) => name));
  const files = Object.fromEntries(
    migration.env.map(({ name, value }: { name: string; value: string }) => [name, value]),
  );
  expect(files).toEqual({
    DATABASE_URL_FILE: "/run/secrets/ageway/database_url",
    DATABASE_OWNER_URL_FILE: "/run/secrets/owner/database_owner_url",
  });
});

test("the job after a restore is a pod like those of the servers, with their settings and secrets, and no traffic", () => {
  const [document] = parseAllDocuments(readFileSync("deploy/kubernetes-restored.yaml", "utf8"));
  expect(document?.errors).toEqual([]);
  const { apiVersion, kind, spec } = document?.toJS() ?? {};
  expect([apiVersion, kind, spec.backoffLimit]).toEqual(["batch/v1", "Job", 0]);
  const { containers, restartPolicy, ...rest } = spec.template.spec;
  const {
    terminationGracePeriodSeconds: _,
    topologySpreadConstraints: __,
    containers: ___,
    initContainers: ____,
    ...ofServers
  } = pod;
  expect([restartPolicy, rest]).toEqual(["Never", ofServers]);
  const { image, envFrom, env, securityContext } = container;
  const command = ["sh", "-c", "cli/ageway restored && cli/ageway ledger verify"];
  const [key, url, ...others] = env;
  expect(containers).toEqual([
    {
      name: "ageway",
      image,
      command,
      envFrom,
      env: [key, url, migration.env[1], ...others],
      securityContext,
      volumeMounts: migration.volumeMounts,
    },
  ]);
  expect(spec.template.metadata.labels).not.toMatchObject(service.spec.selector);
});
