-- Words are looked for in many pages of which few are shown: the text of a page, its words and what they are found by are kept beside the
-- row from now on, however short, so that a hundred rows lie where a few did. Pages that are there stay as they are.
alter table scan_page set (toast_tuple_target = 128);
