-- What roles, disbursements and their units are called on the documents of clients who read French; without one, as everywhere else.
alter table job_role add column name_fr text not null default '';
alter table disbursement_type add column name_fr text not null default '', add column unit_fr text not null default '';

update job_role r set name_fr = words.fr from (values
  ('Principal', 'Associé principal'), ('Project manager', 'Chargé de projet'), ('Land surveyor', 'Arpenteur-géomètre'), ('Engineer', 'Ingénieur'),
  ('Party chief', 'Chef d’équipe'), ('Survey technician', 'Technicien en arpentage'), ('Data processor', 'Traitement des données'),
  ('CAD technician', 'Technicien en DAO'), ('Planner', 'Urbaniste'), ('Administration', 'Administration')
) words (en, fr) where words.en = r.name;
update disbursement_type d set name_fr = words.fr from (values
  ('Mileage', 'Kilométrage'), ('Monuments', 'Repères'), ('GNSS equipment', 'Équipement GNSS'), ('Total station', 'Station totale'),
  ('Registry searches', 'Recherches au registre'), ('Printing', 'Impression'), ('Accommodation', 'Hébergement'), ('Subcontractor', 'Sous-traitance')
) words (en, fr) where words.en = d.name;
update disbursement_type d set unit_fr = words.fr from (values
  ('each', 'unité'), ('day', 'jour'), ('sheet', 'feuille'), ('night', 'nuit'), ('km', 'km')
) words (en, fr) where words.en = d.unit;
