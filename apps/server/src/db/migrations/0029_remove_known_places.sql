-- A source of addresses or parcels is deleted with the record of its imports.
grant delete on known_place_import to dmse_app;
