-- Limits of the guards against files of another base, and of the undulation of the base standing for a whole run.
-- What a firm has set already stays as it is.
update setting
set value = '{"ppp_place_horizontal":30,"ppp_place_vertical":50,"geoid_fallback_distance":500}'::jsonb || value
where section = 'field_tolerances';
