/// What a simulation gives: the course of each table and of the server, their figures, the runs of
/// vacuum, and when limits are reached. Values only; nothing here simulates.
@NullMarked
package org.vacuumadvisor.forecast.trajectory;

import org.jspecify.annotations.NullMarked;
