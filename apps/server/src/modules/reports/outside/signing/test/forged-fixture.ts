import { createPrivateKey } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PdfSigner } from '@assay/report/signing';
import type { P12Content } from '../p12.ts';
import { p12Signer } from '../p12-signer.ts';
import { run } from './signing-fixture.ts';

export interface CertificateWish {
  readonly name: string;
  /** Who certifies it; itself where none is named. */
  readonly issuer?: string;
  readonly subject?: string;
  /** Certifies the key of that one once more. */
  readonly keyOf?: string;
  readonly serial?: string;
  /** Lines of an OpenSSL extension section. */
  readonly extensions: readonly string[];
  /** `YYYYMMDDhhmmssZ`. */
  readonly from?: string;
  readonly to?: string;
}

export const AUTHORITY = ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign'];
export const SIGNER = ['basicConstraints=critical,CA:FALSE', 'keyUsage=critical,digitalSignature,nonRepudiation'];

/** An authority that many use, and what it or others certify: keys of P-256, made by OpenSSL. */
export async function openForgery() {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-forged-'));
  const file = (name: string) => path.join(folder, name);
  const der = async (name: string) => {
    await run('openssl', ['x509', '-in', file(`${name}.pem`), '-outform', 'DER', '-out', file(`${name}.der`)]);
    return new Uint8Array(await readFile(file(`${name}.der`)));
  };
  return {
    async certify(wish: CertificateWish): Promise<void> {
      const {
        name,
        issuer,
        subject = name,
        keyOf = name,
        serial,
        extensions,
        from = '20250101000000Z',
        to = '20400101000000Z',
      } = wish;
      await writeFile(file(`${name}.cnf`), `[e]\n${extensions.join('\n')}\n[req]\ndistinguished_name=d\n[d]\n`);
      if (keyOf === name)
        await run('openssl', ['ecparam', '-genkey', '-noout', '-name', 'prime256v1', '-out', file(`${name}.key`)]);
      else await copyFile(file(`${keyOf}.key`), file(`${name}.key`));
      const request = ['-new', '-key', file(`${name}.key`), '-subj', `/CN=${subject}`];
      const own = ['req', ...request, '-config', file(`${name}.cnf`)];
      await run('openssl', [...own, '-out', file(`${name}.csr`)]);
      await writeFile(
        file('ca.cnf'),
        `[ca]\ndefault_ca=c\n[c]\ndatabase=${file(`${name}.index`)}\nserial=${file(`${name}.serial`)}\nnew_certs_dir=${folder}\ndefault_md=sha256\npolicy=p\nunique_subject=no\n[p]\ncommonName=supplied\n`,
      );
      await writeFile(file(`${name}.index`), '');
      await writeFile(
        file(`${name}.serial`),
        `${serial ?? (100_000 + Math.floor(Math.random() * 800_000)).toString()}\n`,
      );
      const by =
        issuer === undefined
          ? ['-selfsign', '-keyfile', file(`${name}.key`)]
          : ['-cert', file(`${issuer}.pem`), '-keyfile', file(`${issuer}.key`)];
      const dates = ['-startdate', from, '-enddate', to, '-extfile', file(`${name}.cnf`), '-extensions', 'e'];
      const args = ['ca', '-batch', '-notext', '-config', file('ca.cnf'), ...by, ...dates];
      await run('openssl', [...args, '-in', file(`${name}.csr`), '-out', file(`${name}.pem`)]);
    },
    der,
    /** Key of the first, and the chain as it is sent along. */
    async contentOf(...chain: readonly string[]): Promise<P12Content> {
      const key = createPrivateKey(await readFile(file(`${chain[0]}.key`)));
      return { key, certificates: await Promise.all(chain.map(der)) };
    },
    async signerOf(...chain: readonly string[]): Promise<PdfSigner> {
      return p12Signer(await this.contentOf(...chain));
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
