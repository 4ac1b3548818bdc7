import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeBaitedClone } from './baited-clone.ts';
import { buildImage, makeBase, removeBase } from './build.ts';
import { placeImage } from './place.ts';

// Builds the container image and runs it as an engine would, which needs root, buildah and mmdebstrap (Debian's packages),
// but no engine: `npm run -w @assay/e2e image`. Takes about three minutes, and 2 GB of disk until it ends.

const FOLDER = fileURLToPath(new URL('../../.tools/image/', import.meta.url));
const PORT = '38080';
const MEGABYTE = 1e6;
const faults: string[] = [];

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function expectThat(isSo: boolean, otherwise: string): void {
  if (!isSo) faults.push(otherwise);
}

function productVersion(): string {
  return (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Manifest).version;
}

interface Manifest {
  readonly version: string;
}

/** The bill of materials lists what is installed: neither less nor more. */
function expectBill(files: string): void {
  const product = path.join(files, 'opt', 'assay');
  const bill = JSON.parse(readFileSync(path.join(product, 'sbom.cdx.json'), 'utf8')) as Bill;
  const hidden = readFileSync(path.join(product, 'node_modules', '.package-lock.json'), 'utf8');
  const { packages } = JSON.parse(hidden) as { readonly packages: Readonly<Record<string, Installed>> };
  const installed = Object.entries(packages).flatMap(([entry, { name, version, link }]) =>
    entry.includes('node_modules/') && link !== true && existsSync(path.join(product, entry))
      ? [`${name ?? entry.split('node_modules/').at(-1)}@${version}`]
      : [],
  );
  const listed = bill.components
    .filter(({ hashes }) => hashes !== undefined)
    .map(({ group, name, version }) => `${group === undefined ? '' : `${group}/`}${name}@${version}`);
  const missing = installed.filter((one) => !listed.includes(one));
  const absent = listed.filter((one) => !installed.includes(one));
  expectThat(missing.length === 0, `its bill of materials lacks ${missing.join(', ')}`);
  expectThat(absent.length === 0, `its bill of materials names what is not there: ${absent.join(', ')}`);
  print(`The bill of materials names the ${new Set(installed).size} packages that are installed.`);
}

interface Bill {
  readonly components: readonly {
    readonly group?: string;
    readonly name: string;
    readonly version: string;
    readonly hashes?: readonly unknown[];
  }[];
}

interface Installed {
  readonly name?: string;
  readonly version?: string;
  readonly link?: boolean;
}

const builtFrom = performance.now();
await makeBase(FOLDER);
const clone = await makeBaitedClone();
// Else nothing found in the image would say nothing.
expectThat((await clone.found(clone.dir)).length > 0, 'no bait lies in the clone that it is built from');
const image = await buildImage(clone.dir);
await clone.remove();
try {
  const seconds = (performance.now() - builtFrom) / 1_000;
  print(`Built in ${seconds.toFixed(0)} s; ${(image.bytes / MEGABYTE).toFixed(0)} MB unpacked.`);
  const { User, Volumes, Healthcheck, Entrypoint, Labels } = image.config;
  expectThat(/^[1-9]\d*:[1-9]\d*$/.test(User), `it runs as '${User}'`);
  expectThat('/var/lib/assay' in Volumes, 'its data are in no volume');
  for (const left of ['.git', '.env', '.data', '.tools', 'deploy']) {
    expectThat(!existsSync(path.join(image.files, 'opt', 'assay', left)), `it holds ${left}`);
  }
  for (const bait of await clone.found(image.files)) faults.push(`what was for nobody else is in it: ${bait}`);

  const version = Labels['org.opencontainers.image.version'];
  expectThat(version === productVersion(), `its label says version ${version}`);
  expectBill(image.files);

  const open = await placeImage(image, { PORT });
  const unsafe = await open.start().then(
    async (started) => {
      await started.stop();
      return 'it opened to others without the settings that others need';
    },
    (error: unknown) =>
      String(error).includes('These settings are not safe to open to others') ? null : String(error),
  );
  expectThat(unsafe === null, unsafe ?? '');
  await open.remove();

  const placed = await placeImage(image, {
    PORT,
    PUBLIC_URL: 'https://assay.firm.example',
    SMTP_URL: 'smtp://127.0.0.1:25',
    MAIL_FROM: 'assay@firm.example',
    OPERATOR_COMPANY: 'Firm',
    SUPPORT_EMAIL: 'help@firm.example',
    TRUST_PROXY: '1',
    LABELS_UPDATE_HOURS: '0',
  });
  const started = await placed.start();
  print(
    `Opened after ${(started.openedAfterMs / 1_000).toFixed(1)} s, on an empty volume, embedded PostgreSQL included.`,
  );
  const page = await fetch(started.url);
  expectThat(page.status === 200 && (await page.text()).includes('<h1'), `the landing page is answered ${page.status}`);
  const [kind, ...probe] = Healthcheck.Test;
  expectThat(
    kind === 'CMD' && (await placed.run(probe)).code !== 0,
    'the health check passes where no product listens',
  );
  const probeHere = probe.map((part) => part.replaceAll(':3000', `:${PORT}`));
  expectThat((await placed.run(probeHere)).code === 0, 'the health check fails beside the running product');
  const writes = async (place: string) => (await placed.run(['sh', '-c', `echo x > ${place}`])).code;
  for (const place of ['/opt/assay/x', '/etc/x', '/usr/local/bin/node', '/x']) {
    expectThat((await writes(place)) !== 0, `it can write ${place}`);
  }
  expectThat((await writes('/var/lib/assay/x')) === 0, 'it cannot write its data');
  expectThat(Entrypoint.length > 0, 'it starts nothing');
  const code = await started.stop();
  expectThat(code === 0, `it ended with ${code} when it was stopped: ${started.said().slice(-2_000)}`);
  await placed.remove();
} finally {
  await image.remove();
  if (process.env['KEEP_IMAGE'] !== '1') await removeBase(FOLDER);
}
for (const fault of faults) print(`RED ${fault}`);
print(faults.length === 0 ? 'The image opens, serves and stops on a read-only root, as an account of its own.' : '');
process.exitCode = faults.length === 0 ? 0 : 1;
