-- The firm's own words in quotes to clients whose documents are French.
update setting set value = jsonb_build_object(
  'introduction_fr', 'Nous vous remercions de votre demande. Nous vous proposons les services suivants.',
  'terms_fr', 'Les honoraires sont en dollars canadiens. Tout travail hors de l’étendue décrite ci-dessus est facturé à nos taux horaires, après votre approbation. Les factures sont émises chaque mois et payables dans les 30 jours.',
  'acceptance_fr', 'Pour accepter, veuillez signer ci-dessous et nous retourner une copie, ou répondre à cette soumission par courriel.') || value
where section = 'quote_texts';
