import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Makes a secret unreadable for whoever has the database and not the server's own key (AES-256-GCM; the key is named by its hash). */
export type Seal = { close(text: string): string /** Null: another key, or not as it was sealed. */; open(sealed: string): string | null };

export const nameOfKey = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 8);

/** The first key seals; the others still open what they have sealed. They are asked for each time, since they may change meanwhile. */
export function createSeal(listKeys: () => readonly Buffer[]): Seal {
  return {
    close(text) {
      const [key, iv] = [listKeys()[0]!, randomBytes(12)];
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return [nameOfKey(key), ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.');
    },
    open(text) {
      const [name, ...parts] = text.split('.');
      const key = listKeys().find((one) => nameOfKey(one) === name);
      if (!key) return null;
      const [iv, tag, sealed] = parts.map((part) => Buffer.from(part, 'base64url'));
      try {
        // Sealed texts also come back from browsers: a shorter tag would be easier to guess.
        const decipher = createDecipheriv('aes-256-gcm', key, iv!, { authTagLength: 16 });
        decipher.setAuthTag(tag!);
        return Buffer.concat([decipher.update(sealed!), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
