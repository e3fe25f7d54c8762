-- The documents of invoices: to whom each version was mailed, the words of those mails, and the texts in French.

create table invoice_mail (
  revision int not null references invoice_revision,
  mail int not null unique references mail,
  primary key (revision, mail)
);
grant select, insert on invoice_mail to dmse_app;

-- A version is printed with the logo it was posted with, also when the firm has another one since; that file is kept.
create index invoice_revision_logo on invoice_revision ((document -> 'firm' -> 'logo_horizontal'));

update setting set value = value || jsonb_build_object(
  'payment_text_fr', 'Veuillez payer par chèque ou par virement Interac, en indiquant le numéro de la facture.',
  'interest_text_fr', 'Des intérêts de 1,5 % par mois (19,56 % par année) sont exigés sur tout compte en souffrance.',
  'invoice_subject', 'Invoice {number} from {firm}',
  'invoice_message', E'Hello,\n\nPlease find attached invoice {number} for {total}, due {due_date}.\n\nThank you,\n{firm}',
  'invoice_subject_fr', 'Facture {number} de {firm}',
  'invoice_message_fr', E'Bonjour,\n\nVous trouverez ci-jointe la facture {number} au montant de {total}, payable au plus tard le {due_date}.\n\nMerci,\n{firm}',
  'statement_subject', 'Statement of account from {firm}',
  'statement_message', E'Hello,\n\nPlease find attached your statement of account as of {date}. The balance is {balance}.\n\nThank you,\n{firm}',
  'statement_subject_fr', 'État de compte de {firm}',
  'statement_message_fr', E'Bonjour,\n\nVous trouverez ci-joint votre état de compte au {date}. Le solde est de {balance}.\n\nMerci,\n{firm}')
where section = 'invoicing';
