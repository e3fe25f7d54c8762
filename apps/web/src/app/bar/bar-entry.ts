/** From here on the places of the bar have room for their icons. */
const ICONS_FROM = 840;

/** An entry of the bar: beside a phone's width its words alone, so that all of them fit. */
export const BAR_ENTRY = {
  [`@media (max-width: ${ICONS_FROM - 0.05}px)`]: { px: 2, minWidth: 0, '& .MuiButton-startIcon': { display: 'none' } },
};
