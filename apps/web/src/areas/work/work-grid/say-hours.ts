/** Minutes as hours: "12.5 h". */
export function sayHours(minutes: number): string {
  return `${(minutes / 60).toLocaleString('en-CA', { minimumFractionDigits: 1, maximumFractionDigits: 2 })} h`;
}
