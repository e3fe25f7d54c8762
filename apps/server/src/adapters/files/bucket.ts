import { createHash } from 'node:crypto';
import type { ListMultipartUploadsCommandOutput, S3Client } from '@aws-sdk/client-s3';
import { StartProblem } from '../../postgres/start-problem.ts';

/** How a firm reaches its S3 service. Without keys those of the machine are used, as the service's own tools do. */
export type S3Access = {
  endpoint: string | null;
  region: string;
  keys: { accessKeyId: string; secretAccessKey: string } | null;
  /** At rest, by the service: with its own key, or with one kept in a key service. */
  encryption: { kind: 'AES256' } | { kind: 'aws:kms'; key: string | null } | null;
};

/** `s3://bucket/folder` */
export type BucketAddress = { bucket: string; prefix: string };

type Entry = { bytes: number; stored_at: number };

/** What this product asks of an S3 service. Names are below the folder of the address. */
export type Bucket = {
  /** Refuses in a sentence when the bucket cannot be reached. */
  check(): Promise<void>;
  head(name: string): Promise<Entry | null>;
  /** In pieces when it is long. Nothing is to be seen under this name before all of it is there; the service compares a sum of every piece. */
  write(name: string, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>;
  /** Both ends of the range are included. Nothing is asked before the first read; what is not there fails with ENOENT. */
  read(name: string, range?: { start: number; end: number }): AsyncGenerator<Buffer>;
  remove(name: string): Promise<void>;
  list(below: string): AsyncIterable<Entry & { name: string }>;
  /** Gives up uploads in pieces that never ended. Answers how many. */
  abortUploads(startedBefore: number): Promise<number>;
};

/** Ten thousand pieces are the most a service takes: of this size they are 160 GB. */
export const PIECE_BYTES = 16 * 1024 * 1024;

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('base64');

export function parseBucketAddress(text: string): BucketAddress | null {
  const found = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9!_.*'()/-]*?))?\/*$/.exec(text);
  return found && { bucket: found[1]!, prefix: found[2] ? `${found[2]}/` : '' };
}

/** The library is large, and read only where there is a bucket. */
export function openBucket(access: S3Access, { bucket, prefix }: BucketAddress): Bucket {
  let opened: Promise<{ client: S3Client; s3: typeof import('@aws-sdk/client-s3') }> | null = null;
  const open = () => {
    opened ??= import('@aws-sdk/client-s3').then((s3) => ({ s3, client: createClient(s3, access) }));
    return opened;
  };
  const at = (name: string) => ({ Bucket: bucket, Key: prefix + name });
  const { encryption } = access;
  const sealed = encryption && {
    ServerSideEncryption: encryption.kind,
    ...(encryption.kind === 'aws:kms' && encryption.key && { SSEKMSKeyId: encryption.key }),
  };

  async function writePieces(name: string, first: Buffer, rest: AsyncGenerator<Buffer>): Promise<void> {
    const { client, s3 } = await open();
    const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand({ ...at(name), ...sealed }));
    const upload = { ...at(name), UploadId };
    try {
      const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
      const send = async (Body: Buffer) => {
        const PartNumber = Parts.length + 1;
        const { ETag } = await client.send(new s3.UploadPartCommand({ ...upload, PartNumber, Body, ContentMD5: md5(Body) }));
        Parts.push({ PartNumber, ETag });
      };
      await send(first);
      for await (const piece of rest) await send(piece);
      await client.send(new s3.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
    } catch (error) {
      await client.send(new s3.AbortMultipartUploadCommand(upload)).catch(() => {});
      throw error;
    }
  }

  return {
    async check() {
      const { client, s3 } = await open();
      try {
        await client.send(new s3.HeadBucketCommand({ Bucket: bucket }));
      } catch (error) {
        throw new StartProblem(
          `The bucket ${bucket} at ${access.endpoint ?? 'Amazon S3'} cannot be used: ${explain(error)}. See S3_ENDPOINT, S3_REGION and the keys.`,
        );
      }
    },
    async head(name) {
      const { client, s3 } = await open();
      try {
        const { ContentLength = 0, LastModified } = await client.send(new s3.HeadObjectCommand(at(name)));
        return { bytes: ContentLength, stored_at: LastModified?.getTime() ?? 0 };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async write(name, bytes) {
      const pieces = cut(bytes);
      const first = (await pieces.next()).value ?? Buffer.alloc(0);
      if (first.length === PIECE_BYTES) return writePieces(name, first, pieces);
      const { client, s3 } = await open();
      await client.send(new s3.PutObjectCommand({ ...at(name), ...sealed, Body: first, ContentMD5: md5(first) }));
    },
    async *read(name, range) {
      const { client, s3 } = await open();
      const stop = new AbortController();
      const Range = range && { Range: `bytes=${range.start}-${range.end}` };
      try {
        const { Body } = await client.send(new s3.GetObjectCommand({ ...at(name), ...Range }), { abortSignal: stop.signal });
        yield* Body as AsyncIterable<Buffer>;
      } catch (error) {
        if (isMissing(error)) throw Object.assign(new Error(`There is no ${name} in the bucket.`), { code: 'ENOENT' });
        throw error;
      } finally {
        stop.abort();
      }
    },
    async remove(name) {
      const { client, s3 } = await open();
      await client.send(new s3.DeleteObjectCommand(at(name)));
    },
    async *list(below) {
      const { client, s3 } = await open();
      for await (const page of s3.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix + below })) {
        for (const { Key, Size = 0, LastModified } of page.Contents ?? [])
          yield { name: Key!.slice(prefix.length), bytes: Size, stored_at: LastModified?.getTime() ?? 0 };
      }
    },
    async abortUploads(startedBefore) {
      const { client, s3 } = await open();
      let aborted = 0;
      // A page holds a thousand at most.
      for (let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {}; from; ) {
        const page: ListMultipartUploadsCommandOutput = await client.send(
          new s3.ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...from }),
        );
        for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
          if (!Initiated || Initiated.getTime() >= startedBefore) continue;
          await client.send(new s3.AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
          aborted += 1;
        }
        from = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : null;
      }
      return aborted;
    },
  };
}

function createClient({ S3Client: Client }: typeof import('@aws-sdk/client-s3'), { endpoint, region, keys }: S3Access): S3Client {
  return new Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(keys && { credentials: keys }),
    // Newer sums are not known to every service. The sum of each piece is sent besides, and is part of the signature.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5000, requestTimeout: 60_000, throwOnRequestTimeout: true },
  });
}

function isMissing(error: unknown): boolean {
  return ['NotFound', 'NoSuchKey'].includes((error as Error).name);
}

function explain(error: unknown): string {
  const { name, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode;
  if (status === 404) return 'there is no such bucket';
  if (status === 403) return 'the keys are refused';
  return status ? `it answers ${status}` : `nothing answers (${(error as { code?: string }).code ?? name})`;
}

/** Pieces of the full size, and what is left at the end. */
async function* cut(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    let rest = chunk;
    while (length + rest.length >= PIECE_BYTES) {
      const room = PIECE_BYTES - length;
      yield Buffer.concat([...held, rest.subarray(0, room)]);
      rest = rest.subarray(room);
      held = [];
      length = 0;
    }
    if (rest.length > 0) held.push(rest);
    length += rest.length;
  }
  if (length > 0) yield Buffer.concat(held);
}
