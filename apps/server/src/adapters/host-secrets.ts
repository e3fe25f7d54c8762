import { createHash, timingSafeEqual } from 'node:crypto';
import type { HostSection } from '@dmse/contract/settings/office';
import type { Config } from '../config.ts';

/** The passwords of the environment that are sent to a host named in the settings. They can be compared and not read. */
export type HostSecrets = {
  /** The variable that holds it, for whoever has to set it. */
  nameOf(section: HostSection): string;
  isSet(section: HostSection): boolean;
  isRight(section: HostSection, typed: string): boolean;
};

const digest = (text: string) => createHash('sha256').update(text).digest();

export function createHostSecrets({ imapPassword, drive }: Pick<Config, 'imapPassword' | 'drive'>): HostSecrets {
  const secrets: Record<HostSection, { name: string; value: string | null }> = {
    inbox: { name: 'IMAP_PASSWORD', value: imapPassword },
    folder_template: { name: 'DRIVE_PASSWORD', value: drive.password },
  };
  return {
    nameOf: (section) => secrets[section].name,
    isSet: (section) => secrets[section].value !== null,
    isRight(section, typed) {
      const { value } = secrets[section];
      return value !== null && timingSafeEqual(digest(value), digest(typed));
    },
  };
}
