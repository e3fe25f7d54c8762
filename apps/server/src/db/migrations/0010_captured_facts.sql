-- How old the position of a shot was when it was saved, instead of a sentence in the crew's own note; and what the clock of the device
-- showed where it was wrong: captured_at is then corrected by the server's time.
alter table shot
  add column position_age double precision check (position_age >= 0),
  add column captured_at_device timestamptz;
alter table pipe add column captured_at_device timestamptz;
alter table shot_image add column captured_at_device timestamptz;
