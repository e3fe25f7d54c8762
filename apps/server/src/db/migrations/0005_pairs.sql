-- Every two letters that follow each other inside a word. A word of two letters has no trigram to be found by; among many clients and
-- contacts it is found by this.
create function pairs(words text) returns text[]
  language sql immutable strict parallel safe
  return array(
    select distinct first || second
    from (
      select letter as first, lead(letter) over (order by place) as second
      from string_to_table(words, null) with ordinality as letters (letter, place)
    ) as couples
    where first <> ' ' and second <> ' '
  );

create index client_pairs on client using gin (pairs(search));
create index contact_pairs on contact using gin (pairs(search));
-- Which pairs are frequent is known only after a look; without it each seems rare.
analyze client;
analyze contact;
