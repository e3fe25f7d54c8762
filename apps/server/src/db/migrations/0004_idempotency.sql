-- What was answered to a call that may be sent again: the same person, the same key, one effect (INT-I15).
create table idempotency (
  user_id int not null references app_user,
  key text not null check (length(key) between 8 and 128),
  route text not null,
  body_hash text not null,
  -- Null until the call has ended well; then what was answered, or an empty record where the answer is a secret.
  response jsonb,
  at timestamptz not null,
  primary key (user_id, key)
);
create index idempotency_at on idempotency (at);
grant select, insert, update, delete on idempotency to dmse_app;
