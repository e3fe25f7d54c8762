-- A contact that is linked raises the version of its client. Clients leave room on their pages for the next version of themselves, so
-- that most of these writes pass by the search indexes: an import of contacts touches thousands of clients at once.
alter table client set (fillfactor = 60);
