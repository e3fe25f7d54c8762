import Button, { type ButtonProps } from '@mui/material/Button';
import IconButton, { type IconButtonProps } from '@mui/material/IconButton';
import MuiLink, { type LinkProps } from '@mui/material/Link';
import { createLink } from '@tanstack/react-router';

/** A button that leads to a page. The compiler knows the pages of the app, their parameters and the words of their addresses. */
export const LinkButton = createLink((props: ButtonProps<'a'>) => <Button component="a" {...props} />);

export const LinkIconButton = createLink((props: IconButtonProps<'a'>) => <IconButton component="a" {...props} />);

/** Words in a text that lead to a page, in the same way. */
export const TextLink = createLink((props: LinkProps) => <MuiLink {...props} />);
