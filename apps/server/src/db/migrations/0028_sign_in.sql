-- Sign-in beyond a password: second factors, passkeys, links sent by mail, and accounts that another system signs in.

-- Several systems may sign people in by OpenID Connect. The secret is sealed with the server's own key.
create table identity_provider (
  id int generated always as identity primary key,
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret text,
  scopes text not null default 'openid profile email',
  is_active boolean not null default true,
  creates_accounts boolean not null default false,
  trusts_addresses boolean not null default false,
  is_second_factor boolean not null default false,
  groups_claim text not null default 'groups',
  group_roles jsonb not null default '{}',
  version int not null default 1,
  created_on timestamptz not null,
  created_by int references app_user,
  updated_on timestamptz not null,
  updated_by int references app_user
);
create unique index identity_provider_name on identity_provider (lower(name));
create index identity_provider_created_by on identity_provider (created_by);
create index identity_provider_updated_by on identity_provider (updated_by);
grant select, insert, update, delete on identity_provider to dmse_app;

-- Who somebody is in the other system.
create table identity (
  id int generated always as identity primary key,
  identity_provider int not null references identity_provider on delete cascade,
  subject text not null,
  user_id int not null references app_user,
  created_on timestamptz not null,
  created_by int references app_user,
  unique (identity_provider, subject)
);
create index identity_of_user on identity (user_id);
create index identity_created_by on identity (created_by);
grant select, insert, update, delete on identity to dmse_app;

-- When the person of a session last showed who they are; whether by a second factor; and which system signed them in.
alter table session
  add column confirmed_on timestamptz,
  add column has_second_factor boolean not null default false,
  add column identity_provider int references identity_provider on delete set null,
  add column provider_session text;
create index session_provider on session (identity_provider, provider_session) where identity_provider is not null;

-- The app that shows codes. The secret is sealed; a code counts once, so the time step of the last one is kept.
create table totp (
  user_id int primary key references app_user,
  secret text not null,
  last_step bigint not null,
  created_on timestamptz not null
);
grant select, insert, update, delete on totp to dmse_app;

create table recovery_code (
  user_id int not null references app_user,
  code_hash bytea not null,
  used_on timestamptz,
  primary key (user_id, code_hash)
);
grant select, insert, update, delete on recovery_code to dmse_app;

create table passkey (
  id int generated always as identity primary key,
  user_id int not null references app_user,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_on timestamptz not null,
  last_used_on timestamptz
);
create index passkey_of_user on passkey (user_id);
grant select, insert, update, delete on passkey to dmse_app;

-- A link sent by mail, to choose a password. Found by the hash of what the link holds.
create table password_link (
  id int generated always as identity primary key,
  token_hash bytea not null unique,
  user_id int not null references app_user,
  purpose text not null check (purpose in ('invitation', 'reset')),
  created_on timestamptz not null,
  expires_on timestamptz not null,
  used_on timestamptz
);
create index password_link_of_user on password_link (user_id, created_on);
grant select, insert, update, delete on password_link to dmse_app;

-- What may be shown once was shown: the step of a sign-in, the challenge of a passkey, the token of a sign-out.
create table spent_ticket (
  ticket text primary key,
  expires_on timestamptz not null
);
create index spent_ticket_expires on spent_ticket (expires_on);
grant select, insert, delete on spent_ticket to dmse_app;

-- The link of a mail that only its reader may know: sealed here, put into the text when the mail goes out, and then forgotten.
alter table mail add column sealed_link text;

insert into setting (section, value, updated_on) values
  ('sign_in', '{"factor_roles": ["IT", "Users Admin", "Invoices Admin", "Payments Admin"], "confirm_minutes": 15, "has_password_form": true, "password_users": []}', now());
