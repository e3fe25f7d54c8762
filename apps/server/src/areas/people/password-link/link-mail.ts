import { LINK_PLACE } from '../../staff/mail/mail.service.ts';

export type LinkPurpose = 'invitation' | 'reset';
type Facts = { firm_name: string; full_name: string; isFrench: boolean };

/** The words of the mail, in the language of the firm. The link stands where the mail service puts it. */
export function writeLinkMail(purpose: LinkPurpose, { firm_name, full_name, isFrench }: Facts): { subject: string; text: string } {
  if (isFrench) {
    return purpose === 'reset'
      ? {
          subject: `Nouveau mot de passe, ${firm_name}`,
          text: `Bonjour ${full_name},\n\nQuelqu’un a demandé un nouveau mot de passe pour votre compte. Pour le choisir, ouvrez ce lien dans les 30 minutes :\n\n${LINK_PLACE}\n\nSi ce n’était pas vous, ne faites rien : votre mot de passe reste le même.\n`,
        }
      : {
          subject: `Votre compte chez ${firm_name}`,
          text: `Bonjour ${full_name},\n\nUn compte a été créé pour vous. Pour choisir votre mot de passe, ouvrez ce lien dans les trois jours :\n\n${LINK_PLACE}\n`,
        };
  }
  return purpose === 'reset'
    ? {
        subject: `New password, ${firm_name}`,
        text: `Hello ${full_name},\n\nSomebody asked for a new password for your account. To choose it, open this link within 30 minutes:\n\n${LINK_PLACE}\n\nIf it was not you, do nothing: your password stays as it is.\n`,
      }
    : {
        subject: `Your account at ${firm_name}`,
        text: `Hello ${full_name},\n\nAn account was made for you. To choose your password, open this link within three days:\n\n${LINK_PLACE}\n`,
      };
}
