import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const GUIDES = path.join(ROOT, 'docs/developers');
const TSC = path.join(ROOT, 'node_modules/typescript/bin/tsc');
/** How the address of an installation is written in guides. */
const ANY_INSTALLATION = 'https://assay.example';
const run = promisify(execFile);

/** A block of code of a guide. */
export interface Sample {
  /** The guide, and the index of the block in it. */
  readonly name: string;
  readonly language: string;
  readonly code: string;
  /** What the guide says that it prints, a line each; null where it does not say. */
  readonly prints: readonly string[] | null;
}

/** The guides of the public API, by the names of their files without the suffix. */
export function guideNames(): readonly string[] {
  return readdirSync(GUIDES)
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.replace('.md', ''));
}

/** Every block of code of a guide, in order. */
export function samplesOf(guide: string): readonly Sample[] {
  const text = readFileSync(path.join(GUIDES, `${guide}.md`), 'utf8');
  return [...text.matchAll(/```(\w*)\n([\s\S]*?)```(?:\n\nIt prints ([^.]+)[.])?/g)].map(
    ([, language = '', code = '', prints], index) => ({
      name: `${guide}-${index}`,
      language,
      code,
      prints: prints === undefined ? null : [...prints.matchAll(/`([^`]+)`/g)].map(([, line = '']) => line),
    }),
  );
}

/** A folder where samples run like programs of a reader: the client is installed, and nothing else of this repository. */
export class SampleFolder {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'assay-guides-'));

  constructor(files: Readonly<Record<string, string>>) {
    const client = path.join(this.#folder, 'node_modules/@assay/client');
    mkdirSync(client, { recursive: true });
    cpSync(path.join(ROOT, 'packages/client/package.json'), path.join(client, 'package.json'));
    const pack = [path.join(ROOT, 'packages/client/tools/pack.mjs'), path.join(client, 'dist')];
    execFileSync(process.execPath, pack, { stdio: 'pipe' });
    writeFileSync(path.join(this.#folder, 'package.json'), '{ "type": "module" }');
    // Makes curl fail where the answer is a failure, and say nothing of its progress.
    writeFileSync(path.join(this.#folder, '.curlrc'), 'fail-with-body\nsilent\nshow-error\n');
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(this.#folder, name), text);
  }

  /** What the compiler says of all TypeScript samples, with strict types; empty where nothing is wrong. */
  async typeErrors(samples: readonly Sample[]): Promise<string> {
    const files = samples.map(({ name, code }) => {
      writeFileSync(path.join(this.#folder, `${name}.ts`), code);
      return `${name}.ts`;
    });
    const types = ['--types', 'node', '--typeRoots', path.join(ROOT, 'node_modules/@types')];
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', ...types];
    try {
      await run(process.execPath, [TSC, ...options, ...files], { cwd: this.#folder });
      return '';
    } catch (error) {
      return String((error as { readonly stdout?: string }).stdout ?? error);
    }
  }

  /** What a sample prints. @throws Error with what it said where it fails */
  async outputOf({ name, language, code }: Sample, site: string, key: string): Promise<string> {
    const [program, file] = PROGRAMS[language]?.(name) ?? [];
    if (program === undefined || file === undefined) throw new Error(`Nothing runs ${language} of ${name}`);
    writeFileSync(path.join(this.#folder, file), code.replaceAll(ANY_INSTALLATION, site));
    const { stdout } = await run(program, [file], {
      cwd: this.#folder,
      env: { PATH: process.env['PATH'], CURL_HOME: this.#folder, ASSAY_KEY: key },
    });
    return stdout.trim();
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** What runs a language, and the file that it is given. */
const PROGRAMS: Readonly<Record<string, (name: string) => readonly [string, string]>> = {
  sh: (name) => ['sh', `${name}.sh`],
  ts: (name) => [process.execPath, `${name}.ts`],
  python: (name) => ['python3', `${name}.py`],
};
