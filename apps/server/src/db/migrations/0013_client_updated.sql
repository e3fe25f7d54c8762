-- The order by the last change sorted all clients for every page. With an index a change of a client is one of all its indexes (0007):
-- it takes half as long again, also for the clients that an import of contacts touches, and every page is read from the index.
create index client_updated on client (updated_on, id) include (merged_into);
