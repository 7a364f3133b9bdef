"""Sample papers and a sample manuscript, written for this project about an invented topic, typeset at run time."""
